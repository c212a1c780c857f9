import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData, Form, useNavigation } from "@remix-run/react";
import { readDataFolder } from "#app/config/data-folder.server.ts";
import { env } from "#app/config/env.server.ts";
import { nowIso } from "#app/domain/core/time.ts";
import type { Check } from "#app/domain/instance/check.ts";
import { findInstanceChecks } from "#app/domain/instance/instance-checks.server.ts";
import { isPlainHttpAllowed } from "#app/domain/instance/plain-http.server.ts";
import { isTwoStepRequired } from "#app/domain/instance/required-two-step.server.ts";
import { findMailInChecks } from "#app/domain/pages/mail-in-check.server.ts";
import { findShareChecks } from "#app/domain/pages/share-checks.server.ts";
import { findNotificationSettings } from "#app/domain/preferences/notification-settings.server.ts";
import { listRefusals } from "#app/server/fair-use/refusals.server.ts";
import { mailIn } from "#app/server/instance.server.ts";
import { readKeysState } from "#app/server/monitoring/keys.server.ts";
import { InstanceChecks } from "#app/ui/instance/instance-checks.tsx";
import { SettingsPage } from "#app/ui/preferences/settings-page.tsx";
import { database, readDatabaseBytes } from "#db/connection.server.ts";
import { whenBusy } from "#app/ui/kit/when-busy.ts";
import { requireOwner } from "./owner.server.ts";

const action = "/preferences/instance/two-step";
const plainHttpAction = "/preferences/instance/plain-http";

export { getOnly as action } from "#app/server/http-errors.server.ts";
export { shouldRevalidate } from "#app/ui/navigation/should-revalidate.ts";

export const meta: MetaFunction = () => [{ title: "Your Mila · Mila" }];

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireOwner(args);
  const { timeZone } = viewer;
  const about = {
    settings: env,
    folder: readDataFolder(env.DATA_DIR),
    ...(env.DATABASE_URL && { postgresBytes: await readDatabaseBytes() }),
    timeZone,
    keys: await readKeysState(),
    mayHaveProxy: args.context.mayHaveProxy,
  };
  const now = nowIso();
  const shares = await findShareChecks(database(), listRefusals(), now);
  const mail = await findMailInChecks(database(), mailIn, { timeZone, now });
  const checks = [...(await findInstanceChecks(database(), about, now)), ...mail, ...shares];
  const isProblem = ({ status }: Check) => status === "problem";
  const { saved } = await findNotificationSettings(database(), viewer.userId);
  return {
    checks: [...checks.filter(isProblem), ...checks.filter((check) => !isProblem(check))],
    hasPhone: saved.phoneNumber !== "",
    isTwoStepRequired: await isTwoStepRequired(database()),
    isPlainHttpAllowed: await isPlainHttpAllowed(database()),
    hasHttps: env.APP_URL?.startsWith("https:") ?? false,
  };
}

const plainHttp = {
  allowed:
    "Tasks apps on your home network may connect by plain http. Others on the network can read " +
    "the access tokens that they send, and with them see and change your family's tasks.",
  refused:
    "Tasks apps connect by https only. You can also allow plain http on your home network, but " +
    "others on the network can then read the access tokens that apps send, and with them see " +
    "and change your family's tasks.",
};

export default function InstancePage() {
  const loaded = useLoaderData<typeof loader>();
  const { checks, hasPhone, isTwoStepRequired: isRequired } = loaded;
  return (
    <SettingsPage
      heading="Your Mila"
      subtitle="What's set up and how it's running. Only you can see this."
      answer={undefined}
    >
      <p className="row-actions mb-4 gap-y-3">
        <Link className="button-secondary" to="/preferences/instance/accounts">
          Accounts
        </Link>
        <Link className="button-secondary" to="/preferences/instance/deliveries">
          Messages
        </Link>
        <Link className="button-secondary" to="/preferences/instance/activity">
          Activity
        </Link>
      </p>
      <InstanceChecks checks={checks} hasPhone={hasPhone} />
      <RequireTwoStep isRequired={isRequired} />
      {(!loaded.hasHttps || loaded.isPlainHttpAllowed) && (
        <PlainHttp isAllowed={loaded.isPlainHttpAllowed} />
      )}
    </SettingsPage>
  );
}

function RequireTwoStep({ isRequired }: { isRequired: boolean }) {
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
          {...whenBusy(isBusy)}
          aria-busy={isBusy || undefined}
        >
          {isRequired ? "Stop requiring it" : "Require it of everyone"}
        </button>
      </Form>
    </section>
  );
}

function PlainHttp({ isAllowed }: { isAllowed: boolean }) {
  const isBusy = useNavigation().formAction === plainHttpAction;
  return (
    <section aria-labelledby="plain-http" className="settings-section">
      <h2 id="plain-http" className="section-title">
        Tasks apps at home without https
      </h2>
      <p>{isAllowed ? plainHttp.allowed : plainHttp.refused}</p>
      <Form method="post" action={plainHttpAction} preventScrollReset>
        <button
          type="submit"
          name="allowed"
          value={isAllowed ? "no" : "yes"}
          className="button-secondary"
          {...whenBusy(isBusy)}
          aria-busy={isBusy || undefined}
        >
          {isAllowed ? "Only allow https" : "Allow plain http at home"}
        </button>
      </Form>
    </section>
  );
}
