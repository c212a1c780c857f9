import { subscribe } from "node:diagnostics_channel";

// `npm start` passes the message on to the worker. A worker in another container checks each
// second.
subscribe("mila.due", () => {
  if (process.connected) process.send?.({ isDue: true });
});
