import { Icon } from "../icons/icon.tsx";

export const channelNames = {
  push: "Notification",
  ntfy: "ntfy",
  telegram: "Telegram",
  sms: "SMS",
  whatsapp: "WhatsApp",
  email: "Email",
  calendar: "Calendar",
} as const;

const icons = {
  push: "bell-ring",
  ntfy: "bell",
  telegram: "send-horizontal",
  sms: "message-square-text",
  whatsapp: "message-circle",
  email: "mail",
  calendar: "calendar-days",
} as const;

export function ChannelIcon({ channel }: { channel: keyof typeof channelNames }) {
  return <Icon name={icons[channel]} />;
}
