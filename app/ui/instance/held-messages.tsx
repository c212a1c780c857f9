import { Form } from "@remix-run/react";
import { ConfirmedButton } from "../shell/confirmed-button.tsx";

interface HeldMessagesProps {
  count: number;
  /** In the viewer's time zone: "Nov 21, 3:00 AM". */
  madeAt: string;
}

export function HeldMessages({ count, madeAt }: HeldMessagesProps) {
  const isOne = count === 1;
  return (
    <section className="card-panel stack mb-4" aria-labelledby="held">
      <h2 id="held" className="section-title">
        {isOne ? "Send this message again?" : `Send these ${count} messages again?`}
      </h2>
      <p>
        Mila was restored from a backup of {madeAt}. {isOne ? "One message" : `${count} messages`}{" "}
        came due since then and may have gone out already, so I wait for your decision.
      </p>
      <div className="row-actions">
        <Form method="post" action="/preferences/instance/deliveries/send-held" preventScrollReset>
          <button type="submit" className="row-button">
            {isOne ? "Send it" : "Send them"}
          </button>
        </Form>
        <ConfirmedButton
          label={isOne ? "Leave it" : "Leave them"}
          question={`${isOne ? "It" : "They"} won't be sent. You can't undo it.`}
          action="/preferences/instance/deliveries/leave-held"
          confirmLabel="Don't send"
        />
      </div>
    </section>
  );
}
