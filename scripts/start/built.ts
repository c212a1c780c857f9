export const builtServer = "build/programs/server.js";
export const builtWorker = "build/programs/worker.js";
export const builtSupervisor = "build/programs/supervisor.js";
