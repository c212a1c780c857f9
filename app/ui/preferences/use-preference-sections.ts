import { useOwnsMila } from "./use-owns-mila.ts";

const everyones = [
  {
    to: "/preferences/profile",
    label: "Profile Settings",
    hint: "Your name, role and time zone",
    icon: "user-round",
  },
  {
    to: "/preferences/family/members",
    label: "Family & Household",
    hint: "The people you share with",
    icon: "users",
  },
  {
    to: "/preferences/calendar",
    label: "Calendar & Integrations",
    hint: "Your tasks in your calendar",
    icon: "calendar-days",
  },
  {
    to: "/preferences/reminders",
    label: "Reminders & Notifications",
    hint: "When I remind you",
    icon: "alarm-clock",
  },
  {
    to: "/preferences/notifications",
    label: "Notification Settings",
    hint: "How I reach you",
    icon: "message-circle",
  },
  {
    to: "/preferences/delegation",
    label: "Delegation",
    hint: "Who helps out, and how I ask",
    icon: "handshake",
  },
  {
    to: "/preferences/breaks",
    label: "Breaks",
    hint: "School holidays, when tasks pause",
    icon: "tree-palm",
  },
  {
    to: "/preferences/learned",
    label: "What I've Learned",
    hint: "From your corrections",
    icon: "lightbulb",
  },
  {
    to: "/preferences/data",
    label: "Apps & Data",
    hint: "Other programs, and what they may do",
    icon: "plug",
  },
  {
    to: "/preferences/account",
    label: "Account",
    hint: "Email, password, your data",
    icon: "key-round",
  },
] as const;
const instance = {
  to: "/preferences/instance",
  label: "Your Mila",
  hint: "Setup, status and accounts",
  icon: "house",
} as const;

export function usePreferenceSections() {
  return useOwnsMila() ? [...everyones, instance] : everyones;
}
