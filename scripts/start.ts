// npm start: builds when needed, migrates, starts the server, and says where it is.
import { buildIfNeeded } from "./start/build.ts";
import { prepareData } from "./start/data.ts";
import { superviseWeb } from "./start/web.ts";
import { loadSettings } from "./start/settings.ts";

process.env.NODE_ENV ||= "production";
const env = await loadSettings();
await prepareData();
await buildIfNeeded();
superviseWeb(env);
