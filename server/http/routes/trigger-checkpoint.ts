import type { Route } from '../route.js';

/** Takes a checkpoint now, and answers when it is complete. */
export const triggerCheckpoint: Route = {
  method: 'POST',
  path: '/jobs/:job/checkpoints',
  async handle({ context, path }) {
    const coordinator = context.engine.jobs.coordinator(path.job ?? '');
    await coordinator.checkpoint();
    const last = coordinator.statistics.records.find(
      ({ status, isSavepoint }) => status === 'COMPLETED' && !isSavepoint,
    );
    return { id: last?.id, external_path: last?.path };
  },
};
