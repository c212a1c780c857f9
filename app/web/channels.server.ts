// For routes, which know no settings.
export { isSetUp, textCountries } from "#app/channels.server.ts";
