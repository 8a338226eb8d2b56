-- Who sells in category 10 and lives in one of three states.
SELECT p.name, p.city, p.state, a.id
FROM auction AS a JOIN person AS p ON p.id = a.seller
WHERE a.category = 10 AND p.state IN ('CA', 'ID', 'OR')
