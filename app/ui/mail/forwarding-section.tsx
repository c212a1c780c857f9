import { Form } from "@remix-run/react";
import { CopyLink } from "../kit/copy-link.tsx";
import { SubmitButton } from "../kit/submit-button.tsx";
import { ConfirmedButton } from "../shell/confirmed-button.tsx";

const action = "/preferences/mail/addresses";

interface ListedAddress {
  id: string;
  address: string;
  state: string;
}

/** The addresses to which the household forwards mails, or a button that makes one. */
export function ForwardingSection({ addresses }: { addresses: ListedAddress[] }) {
  return (
    <section aria-labelledby="forwarding">
      <h2 id="forwarding" className="section-title mt-6">
        Forward mails to me
      </h2>
      <p>
        Forward single mails to your household&apos;s own address, or let your mailbox forward the
        school&apos;s mails by a rule.
      </p>
      {addresses.map((address) => (
        <Address key={address.id} {...address} />
      ))}
      {addresses.length === 0 && (
        <Form method="post" action={action} preventScrollReset className="my-4">
          <SubmitButton className="button-secondary" busyText="One moment...">
            Make an address
          </SubmitButton>
        </Form>
      )}
    </section>
  );
}

function Address({ id, address, state }: ListedAddress) {
  return (
    <div className="card-panel stack my-4">
      <CopyLink id={`address-${id}`} label="Forward to" link={address} />
      <p>{state}</p>
      <p className="hint">
        Gmail first sends it a code, which you find on the page “From school”. Anyone who knows the
        address can send you mails, so give it to nobody else.
      </p>
      <div className="row-actions">
        <ConfirmedButton
          label="New address"
          question="The current address will stop working. Put the new one into your rules."
          action={`${action}/${id}/renew`}
          confirmLabel="Make a new address"
        />
        <ConfirmedButton
          label="Turn off"
          question="I'll drop mails to this address. Mails that I have read stay here."
          action={`${action}/${id}/end`}
          confirmLabel="Turn off the address"
        />
      </div>
    </div>
  );
}
