// npm run build: builds even if nothing has changed.
import { buildAlone } from "./start/build.ts";

// Another user may run what this one builds.
process.umask(0o022);
await buildAlone();
