import { Icon } from "../icons/icon.tsx";

export const channelNames = { sms: "SMS", whatsapp: "WhatsApp", email: "Email", calendar: "Calendar" } as const;

const icons = {
  sms: "message-square-text",
  whatsapp: "message-circle",
  email: "mail",
  calendar: "calendar-days",
} as const;

export function ChannelIcon({ channel }: { channel: keyof typeof channelNames }) {
  return <Icon name={icons[channel]} />;
}
