import { buildIfNeeded } from "../../../scripts/start/build.ts";

export default buildIfNeeded;
