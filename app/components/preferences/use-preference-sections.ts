import { useRouteLoaderData } from "@remix-run/react";
import {
  AlarmClock,
  CalendarDays,
  Handshake,
  House,
  KeyRound,
  Lightbulb,
  MessageCircle,
  TreePalm,
  UserRound,
  Users,
} from "lucide-react";

const everyones = [
  { to: "/preferences/profile", label: "Profile Settings", hint: "Your name, role and time zone", Icon: UserRound },
  { to: "/preferences/family/members", label: "Family & Household", hint: "The people you share with", Icon: Users },
  {
    to: "/preferences/calendar",
    label: "Calendar & Integrations",
    hint: "Your tasks in your calendar",
    Icon: CalendarDays,
  },
  { to: "/preferences/reminders", label: "Reminders & Notifications", hint: "When I remind you", Icon: AlarmClock },
  { to: "/preferences/notifications", label: "Notification Settings", hint: "How I reach you", Icon: MessageCircle },
  { to: "/preferences/delegation", label: "Delegation", hint: "Who helps out, and how I ask", Icon: Handshake },
  { to: "/preferences/breaks", label: "Breaks", hint: "School holidays, when tasks pause", Icon: TreePalm },
  { to: "/preferences/learned", label: "What I've Learned", hint: "From your corrections", Icon: Lightbulb },
  { to: "/preferences/account", label: "Account", hint: "Email, password, your data", Icon: KeyRound },
];
const instance = { to: "/preferences/instance", label: "Your Mila", hint: "Setup, status and accounts", Icon: House };

export function usePreferenceSections() {
  const ownsMila = useRouteLoaderData<{ ownsMila: boolean }>("root")?.ownsMila;
  return ownsMila ? [...everyones, instance] : everyones;
}
