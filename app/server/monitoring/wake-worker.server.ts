import { onWake } from "#app/domain/outbox/queries/wake-worker.ts";

// `npm start` passes the message on to the worker. A worker in another container checks each
// second.
onWake(() => {
  if (process.connected) process.send?.({ isDue: true });
});
