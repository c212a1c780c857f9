import { z } from "zod";

/** The form of a tick on a child's page. */
export const childTickInput = z.object({
  taskId: z.string().max(100),
  /** The wall clock that the page showed. */
  seen: z.string().max(20).default(""),
});
