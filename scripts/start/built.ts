export const builtServer = "build/server/server.js";
export const builtWorker = "build/programs/worker.js";
export const builtSupervisor = "build/programs/supervisor.js";
