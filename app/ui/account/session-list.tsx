import { Form } from "@remix-run/react";

interface SessionListProps {
  sessions: {
    id: string;
    device: string | null;
    startedOn: string;
    lastUsedOn: string;
    isCurrent: boolean;
  }[];
}

export function SessionList({ sessions }: SessionListProps) {
  return (
    <ul className="rows">
      {sessions.map(({ id, device, startedOn, lastUsedOn, isCurrent }) => (
        <li key={id} className="row">
          <h3 className="row-name">
            {device ?? "Unknown browser"}
            {isCurrent && " (this device)"}
          </h3>
          <p className="row-facts">
            <span>Signed in {startedOn}</span>
            <span>Last used {lastUsedOn}</span>
          </p>
          {!isCurrent && (
            <Form
              method="post"
              action={`/preferences/account/sessions/${id}/end`}
              className="row-actions"
            >
              <button type="submit" className="row-button">
                Sign out there<span className="sr-only">: {device ?? "Unknown browser"}</span>
              </button>
            </Form>
          )}
        </li>
      ))}
    </ul>
  );
}
