// For routes, which know no settings.
export { isSetUp, textCountries } from "#app/config/channels.server.ts";
