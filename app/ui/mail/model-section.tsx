import { Form } from "@remix-run/react";
import { SubmitButton } from "../kit/submit-button.tsx";

interface ModelSectionProps {
  /** The server that the sentences go to. */
  host: string;
  isOn: boolean;
  isOwner: boolean;
}

/** The household's owner decides whether a language model reads its mails. */
export function ModelSection({ host, isOn, isOwner }: ModelSectionProps) {
  return (
    <section aria-labelledby="model">
      <h2 id="model" className="section-title mt-6">
        Let the model read school mail
      </h2>
      <p>
        {isOn
          ? "It's on. I send sentences that I'm unsure of to"
          : "It's off. If it were on, I'd send sentences that I'm unsure of to"}{" "}
        <b>{host}</b>, without addresses, long numbers and signatures. The language model there says
        it in fewer words, and you still choose what to add.
      </p>
      {isOwner ? (
        <Form method="post" action="/preferences/mail/model" preventScrollReset className="my-4">
          <input type="hidden" name="isOn" value={isOn ? "no" : "yes"} />
          <SubmitButton className="button-secondary" busyText="One moment...">
            {isOn ? "Stop the model" : "Let the model read them"}
          </SubmitButton>
        </Form>
      ) : (
        <p className="hint">Only the owner of your household can change that.</p>
      )}
    </section>
  );
}
