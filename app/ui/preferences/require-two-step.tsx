import { Form, useNavigation } from "@remix-run/react";

const action = "/preferences/instance/two-step";

export function RequireTwoStep({ isRequired }: { isRequired: boolean }) {
  const isBusy = useNavigation().formAction === action;
  return (
    <section aria-labelledby="require-two-step" className="settings-section">
      <h2 id="require-two-step" className="section-title">
        Two-step sign-in
      </h2>
      <p>
        {isRequired
          ? "Everyone needs an authenticator app or a passkey. People who have neither add one the next time they sign in."
          : "Everyone can add a second step to their own sign-in. You can also require it of everyone."}
      </p>
      <Form method="post" action={action} preventScrollReset>
        <button
          type="submit"
          name="required"
          value={isRequired ? "no" : "yes"}
          className="button-secondary"
          disabled={isBusy}
          aria-busy={isBusy || undefined}
        >
          {isRequired ? "Stop requiring it" : "Require it of everyone"}
        </button>
      </Form>
    </section>
  );
}
