import { useInBrowser } from "#app/ui/kit/use-in-browser.ts";
import { Toggle } from "../kit/toggle.tsx";

interface Field {
  id: string;
  name: string;
  value?: string;
  initialValue?: string;
}

interface InviteToggleProps {
  fields: Record<"name" | "relation" | "email" | "invite", Field>;
}

/** Without JavaScript, always there: only the server then knows whom the form adds. */
export function InviteToggle({ fields: { name, relation, email, invite } }: InviteToggleProps) {
  const isBrowser = useInBrowser(() => true, false);
  const canInvite =
    (relation.value === "spouse" || relation.value === "partner") && Boolean(email.value);
  if (isBrowser && !canInvite) return null;
  const whom = (isBrowser && name.value?.trim()) || "them";
  return (
    <Toggle
      id={invite.id}
      name={invite.name}
      label={`Invite ${whom} to see everything here`}
      hint={
        isBrowser
          ? "They get a link, and share all tasks with you"
          : "A spouse or partner with an email address"
      }
      defaultChecked={invite.initialValue === "on"}
    />
  );
}
