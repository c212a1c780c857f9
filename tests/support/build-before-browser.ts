import { buildIfNeeded } from "../../scripts/start/build.ts";

/** Once, so that the workers, which start the product at the same moment, find the pages built. */
export default buildIfNeeded;
