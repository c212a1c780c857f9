import { z } from "#app/domain/core/zod.ts";

const code = z.string({ error: "Please enter the code" }).trim().max(40, "That's not a code");

export const secondStep = z.object({ code });

export const authenticatorInput = z.object({
  setup: z.string().max(500),
  code,
});
