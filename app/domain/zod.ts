import { config, z } from "zod";

// Zod would try whether it may compile code, which the pages' Content-Security-Policy forbids and browsers report.
config({ jitless: true });

export { z };
