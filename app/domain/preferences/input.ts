import { connectedChannels, everyChannel } from "#app/channels.ts";
import { z } from "#app/domain/core/zod.ts";

export const theme = z.enum(["light", "dark", "system"]);

export type Theme = z.infer<typeof theme>;

export const themeChoice = z.object({ theme, redirectTo: z.string().max(4096).optional() });

export const onOrOff = z.enum(["on", "off"]);

export type OnOrOff = z.infer<typeof onOrOff>;

export const shortcutsChoice = z.object({ shortcuts: onOrOff });

/** Browsers omit unchecked boxes. */
export const toggle = z
  .string()
  .optional()
  .transform((value) => value === "on" || value === "true");

/** Only the server can validate phone numbers. */
const phoneNumber = z.string().trim().max(40, "That's too long for a phone number").optional();

/** Specification, section 5: without a number, SMS and WhatsApp are off. */
export const notificationSettings = z.object({
  phoneNumber,
  smsEnabled: toggle,
  whatsappEnabled: toggle,
  emailEnabled: toggle,
  otherWayEnabled: toggle,
  nextWayEnabled: toggle,
  nagEnabled: toggle,
  givenEnabled: toggle,
  /** Missing on pages from before an update, which have no such switch. */
  hasGiven: toggle,
});

export const notificationSwitches = notificationSettings
  .omit({ phoneNumber: true, hasGiven: true })
  .keyof().options;

export type NotificationSwitch = (typeof notificationSwitches)[number];

/** The settings that the form shows. */
export type ShownSettings = Record<NotificationSwitch, boolean> & {
  phoneNumber: string;
};

export type NotificationSettings = z.infer<typeof notificationSettings>;

export const testChoice = z.object({
  channel: z.enum(everyChannel).exclude(["calendar"]),
  from: z
    .enum([
      "notifications",
      ...connectedChannels.map((channel) => `notifications/${channel}` as const),
      "instance",
    ])
    .default("notifications"),
});

export const codeMinutes = 15;

export const codeChannels = ["sms", "whatsapp"] as const;

export type TextChannel = (typeof codeChannels)[number];

export const newCodeChoice = z.object({ channel: z.enum(codeChannels) });

export const typedCode = z.object({
  code: z
    .string({ error: "Please type in the code" })
    .max(40, "The code has 6 digits")
    .transform((code) => code.replaceAll(/[\s-]/g, ""))
    .pipe(z.string().regex(/^\d{6}$/, "The code has 6 digits")),
});
