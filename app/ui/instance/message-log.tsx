import { Form } from "@remix-run/react";
import { channelNames } from "../notifications/channel-icon.tsx";
import { ConfirmedButton } from "../shell/confirmed-button.tsx";

interface Message {
  id: string;
  kind: string;
  channel: keyof typeof channels;
  due: string;
  state: string;
  attempts: number;
  canTryAgain: boolean;
  canCancel: boolean;
}

const channels = { ...channelNames, calendar: "Google Calendar" };

export function MessageLog({ messages }: { messages: Message[] }) {
  if (messages.length === 0) return <p className="hint">No messages here.</p>;
  return (
    <ul className="rows">
      {messages.map((message) => (
        <li key={message.id} className="row">
          <h2 className="row-name">{message.kind}</h2>
          <p>{message.state}</p>
          <p className="row-facts">
            <span>{channels[message.channel]}</span>
            <span>Due {message.due}</span>
            {message.attempts > 1 && <span>{message.attempts} attempts</span>}
          </p>
          <Actions {...message} />
        </li>
      ))}
    </ul>
  );
}

function Actions({ id, kind, due, canTryAgain, canCancel }: Message) {
  const url = `/preferences/instance/deliveries/${id}`;
  const about = <span className="sr-only">{`: ${kind}, due ${due}`}</span>;
  if (!canTryAgain && !canCancel) return null;
  return (
    <div className="row-actions">
      {canTryAgain && (
        <Form method="post" action={`${url}/try-again`} preventScrollReset>
          <button type="submit" className="row-button">
            Try again{about}
          </button>
        </Form>
      )}
      {canCancel && (
        <ConfirmedButton
          label="Cancel"
          question="It won't be sent. You can't undo it."
          action={`${url}/cancel`}
          confirmLabel="Cancel this message"
        />
      )}
    </div>
  );
}
