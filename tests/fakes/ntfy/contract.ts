import { z } from "zod";

/** See https://docs.ntfy.sh/publish/#publish-as-json. */
export const publication = z.strictObject({
  topic: z.string().regex(/^[-_A-Za-z0-9]{1,64}$/),
  title: z.string().min(1),
  message: z
    .string()
    .min(1)
    .refine((text) => Buffer.byteLength(text) <= 4_096, "longer messages become files"),
  sequence_id: z.string().regex(/^[-_A-Za-z0-9]{1,64}$/),
  click: z.url().optional(),
  actions: z
    .array(
      z.strictObject({
        action: z.literal("http"),
        label: z.string().min(1),
        url: z.url(),
        method: z.literal("POST"),
        clear: z.literal(true),
      }),
    )
    .max(3),
});

export type Publication = z.infer<typeof publication>;
