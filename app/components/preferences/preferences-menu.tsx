import { Link, useNavigation } from "@remix-run/react";
import {
  AlarmClock,
  CalendarDays,
  ChevronRight,
  Handshake,
  House,
  KeyRound,
  Lightbulb,
  LogOut,
  MessageCircle,
  TreePalm,
  UserRound,
  Users,
} from "lucide-react";
import { SignOutForm } from "../layout/sign-out-form.tsx";

const entries = [
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

interface PreferencesMenuProps {
  /** Of this Mila. */
  isOwner: boolean;
}

export function PreferencesMenu({ isOwner }: PreferencesMenuProps) {
  const opening = useNavigation().location?.pathname;
  return (
    <nav aria-label="Preferences" className="stack">
      <ul className="settings-menu">
        {[...entries, ...(isOwner ? [instance] : [])].map(({ to, label, hint, Icon }) => (
          <li key={to}>
            <Link to={to} className="settings-entry">
              <Icon className="icon" aria-hidden="true" />
              <span className="grow">
                <span className="block font-bold">{label}</span>
                <span className="hint">{opening === to ? "Loading..." : hint}</span>
              </span>
              <ChevronRight className="icon" aria-hidden="true" />
            </Link>
          </li>
        ))}
      </ul>
      <SignOutForm className="button-secondary w-full">
        <LogOut className="icon" aria-hidden="true" />
        Sign out
      </SignOutForm>
    </nav>
  );
}
