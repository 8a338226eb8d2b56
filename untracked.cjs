/**
 * Loaded before a test file (`test.mjs`). Node's test runner follows every promise by an async hook,
 * to name the test that left an error behind; where tests await a million of them that is a third of
 * the time. Hooks made from here on are never enabled: such an error fails the file instead.
 */
const hooks = require('node:async_hooks');

const { createHook } = hooks;
hooks.createHook = (callbacks) => {
  const hook = createHook(callbacks);
  hook.enable = () => hook;
  return hook;
};
