import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { findNotificationSettings } from "#app/domain/preferences/notification-settings.server.ts";
import { InstanceChecks } from "#app/ui/instance/instance-checks.tsx";
import { SettingsPage } from "#app/ui/preferences/settings-page.tsx";
import { RequireTwoStep } from "#app/ui/preferences/require-two-step.tsx";
import { isTwoStepRequired } from "#app/domain/instance/required-two-step.server.ts";
import type { Check } from "#app/domain/instance/check.ts";
import { findInstanceChecks } from "#app/domain/instance/instance-checks.server.ts";
import { findShareChecks } from "#app/domain/pages/share-checks.server.ts";
import { nowIso } from "#app/domain/core/time.ts";
import { requireOwner } from "./owner.server.ts";
import { env } from "#app/config/env.server.ts";
import { readDataFolder } from "#app/config/data-folder.server.ts";
import { listRefusals } from "#app/server/line/refusals.server.ts";
import { readKeysState } from "#app/server/monitoring/keys.server.ts";
import { database } from "#db/connection.server.ts";

export { getOnly as action } from "#app/server/http-errors.server.ts";
export { shouldRevalidate } from "#app/ui/navigation/should-revalidate.ts";

export const meta: MetaFunction = () => [{ title: "Your Mila · Mila" }];

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireOwner(args);
  const { timeZone } = viewer;
  const about = {
    settings: env,
    folder: readDataFolder(env.DATA_DIR),
    timeZone,
    keys: await readKeysState(),
    mayHaveProxy: args.context.mayHaveProxy,
  };
  const now = nowIso();
  const shares = await findShareChecks(database(), listRefusals(), now);
  const checks = [...(await findInstanceChecks(database(), about, now)), ...shares];
  const isProblem = ({ status }: Check) => status === "problem";
  const { saved } = await findNotificationSettings(database(), viewer.userId);
  return {
    checks: [...checks.filter(isProblem), ...checks.filter((check) => !isProblem(check))],
    hasPhone: saved.phoneNumber !== "",
    isTwoStepRequired: await isTwoStepRequired(database()),
  };
}

export default function InstancePage() {
  const { checks, hasPhone, isTwoStepRequired: isRequired } = useLoaderData<typeof loader>();
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
    </SettingsPage>
  );
}
