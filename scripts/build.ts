// npm run build: builds even if nothing has changed.
import { buildAlone } from "./start/build.ts";

await buildAlone();
