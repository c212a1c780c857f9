import { z } from "zod";

/** See https://core.telegram.org/bots/api#sendmessage. */
export const sendMessage = z.strictObject({
  chat_id: z.int(),
  text: z.string().min(1).max(4_096),
  link_preview_options: z.strictObject({ is_disabled: z.literal(true) }),
  reply_markup: z
    .strictObject({
      inline_keyboard: z.array(
        z.array(
          z.strictObject({
            text: z.string().min(1),
            callback_data: z.string().refine((data) => Buffer.byteLength(data) <= 64),
          }),
        ),
      ),
    })
    .optional(),
});

export type SentMessage = z.infer<typeof sendMessage>;

/** See https://core.telegram.org/bots/api#getupdates. */
export const getUpdates = z.strictObject({
  offset: z.int(),
  timeout: z.int().min(0).max(50),
  allowed_updates: z.array(z.string()),
});

export const answerCallbackQuery = z.strictObject({
  callback_query_id: z.string(),
  text: z.string().max(200),
});
