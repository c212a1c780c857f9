import { Link } from "@remix-run/react";
import { carries } from "#app/channels.ts";
import type { Channel } from "#db/schema.ts";
import { Icon } from "../icons/icon.tsx";
import { SendTest } from "../notifications/send-test.tsx";

interface CheckShown {
  name: string;
  status: "done" | "open" | "problem";
  text: string;
  channel?: Channel;
}

interface InstanceChecksProps {
  checks: CheckShown[];
  hasPhone: boolean;
}

const icons = {
  done: "circle-check",
  open: "circle-dashed",
  problem: "circle-exclamation-point",
} as const;
const states = { done: "OK", open: "Not set up", problem: "Problem" };

export function InstanceChecks({ checks, hasPhone }: InstanceChecksProps) {
  return (
    <ul className="check-list">
      {checks.map((check) => {
        return (
          <li key={check.name} className="check" data-state={check.status}>
            <Icon name={icons[check.status]} />
            <div className="min-w-0 grow">
              <h2 className="check-name">
                {check.name}
                <span className="check-state">{states[check.status]}</span>
              </h2>
              <p className="check-words whitespace-pre-line">{withSettings(check.text)}</p>
              {check.channel && check.status !== "open" && (
                <Test {...check} channel={check.channel} hasPhone={hasPhone} />
              )}
            </div>
          </li>
        );
      })}
    </ul>
  );
}

function Test({ name, channel, hasPhone }: CheckShown & { channel: Channel; hasPhone: boolean }) {
  if (carries(channel, "text") && !hasPhone) {
    return (
      <p className="hint">
        <Link to="/preferences/notifications" className="text-link">
          Save your phone number
        </Link>{" "}
        to send a test.
      </p>
    );
  }
  return <SendTest channel={channel} name={name} from="instance" />;
}

function withSettings(words: string) {
  return words
    .split(/\b([A-Z]+(?:_[A-Z]+)+)\b/)
    .map((part, index) => (index % 2 ? <code key={part}>{part}</code> : part));
}
