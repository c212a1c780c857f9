import { subscribe } from "node:diagnostics_channel";

// `npm start` passes it on to the worker. A worker in another container looks each second.
subscribe("mila.due", () => {
  if (process.connected) process.send?.({ isDue: true });
});
