import { z } from "#app/domain/core/zod.ts";
import { passwordLength } from "../input.ts";

const code = z.string({ error: "Please enter the code" }).trim().max(40, "That's not a code");

export const secondStep = z.object({ code });

export const authenticatorInput = z.object({
  setup: z.string().max(500),
  code,
  /** Only for accounts that have one. */
  password: z.string().max(passwordLength.max, "Wrong password").optional(),
});

/** A password or a code. */
export const proofInput = z.object({
  proof: z.string({ error: "Please enter your password or a code" }).max(passwordLength.max, "That's not right"),
});
