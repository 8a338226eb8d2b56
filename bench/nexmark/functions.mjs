/** The function of query 14. */
export const count_char = {
  arguments: ['STRING', 'STRING'],
  returns: 'INT',
  eval: (text, letter) => (text === null ? null : text.split(letter).length - 1),
};
