import { Form } from "@remix-run/react";
import { ConfirmedButton } from "../shell/confirmed-button.tsx";

interface Account {
  id: string;
  email: string;
  since: string;
  lastSeen: string | null;
  isOwner: boolean;
  hasTwoStep: boolean;
  isViewer: boolean;
}

export function AccountList({ accounts }: { accounts: Account[] }) {
  return (
    <ul className="rows">
      {accounts.map((account) => (
        <li key={account.id} className="row">
          <h2 className="row-name wrap-anywhere">
            {account.email}
            {account.isViewer && " (you)"}
          </h2>
          <p className="row-facts">
            {account.isOwner && <span>Mila&apos;s owner</span>}
            <span>Since {account.since}</span>
            {account.hasTwoStep && <span>Two-step sign-in</span>}
            <span>{account.lastSeen ? `Last seen ${account.lastSeen}` : "Never seen"}</span>
          </p>
          {!account.isViewer && <Actions {...account} />}
        </li>
      ))}
    </ul>
  );
}

function Actions({ id, email, hasTwoStep }: Account) {
  const url = `/preferences/instance/accounts/${id}`;
  return (
    <div className="row-actions">
      <Form method="post" action={`${url}/reset-link`}>
        <button type="submit" className="row-button">
          Password link<span className="sr-only"> for {email}</span>
        </button>
      </Form>
      <ConfirmedButton
        label="Sign out"
        question={`${email} will have to sign in again on every device.`}
        action={`${url}/end-sessions`}
        confirmLabel={`Sign out ${email}`}
      />
      {hasTwoStep && (
        <ConfirmedButton
          label="Turn off two-step sign-in"
          question={
            `This removes the authenticator app, passkeys and recovery codes of ${email}. Do it only for someone who ` +
            "lost them all, and make sure it's them who asks."
          }
          action={`${url}/turn-off-two-step`}
          confirmLabel={`Turn it off for ${email}`}
        />
      )}
      <ConfirmedButton
        label="Make owner"
        question={`Only ${email} will be able to see Your Mila and manage accounts. You won't.`}
        action={`${url}/make-owner`}
        confirmLabel={`Make ${email} Mila's owner`}
      />
      <ConfirmedButton
        label="Delete"
        question={
          `This deletes the account of ${email}. If others share the household, its tasks and family members stay with ` +
          "them. If this account owns it, the member who joined first becomes its owner. Otherwise everything is " +
          "deleted. You can't undo it."
        }
        action={`${url}/delete`}
        confirmLabel={`Delete ${email}`}
      />
    </div>
  );
}
