import { Bell, BellRing, CalendarDays, Mail, MessageCircle, MessageSquareText, Send } from "lucide-react";

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
  push: BellRing,
  ntfy: Bell,
  telegram: Send,
  sms: MessageSquareText,
  whatsapp: MessageCircle,
  email: Mail,
  calendar: CalendarDays,
};

export function ChannelIcon({ channel }: { channel: keyof typeof channelNames }) {
  const Icon = icons[channel];
  return <Icon className="icon" aria-hidden="true" />;
}
