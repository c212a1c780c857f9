let isDown = false;

// From `npm start`, which starts the worker. A worker in another container is not this one's concern.
process.on("message", (message: { isWorkerDown?: boolean }) => {
  isDown = message.isWorkerDown ?? isDown;
});

/** The worker could not be started again for three minutes. */
export function isWorkerDown(): boolean {
  return isDown;
}
