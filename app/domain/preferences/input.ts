import { z } from "#app/domain/zod.ts";

export const theme = z.enum(["light", "dark", "system"]);

export type Theme = z.infer<typeof theme>;

export const themeChoice = z.object({ theme, redirectTo: z.string().max(4096).optional() });
