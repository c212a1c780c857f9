// For routes, which know no settings.
export { isSetUp } from "#app/channels.server.ts";
