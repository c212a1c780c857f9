import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { type ChannelOf, channelFacts } from "#app/channels.ts";

/** The pictures show where to look on the screen; the text says everything. */
export function InstallSteps() {
  return (
    <>
      <p>An iPhone or iPad shows notifications only for apps on its home screen. Three steps:</p>
      <ol className="push-steps">
        <Step picture={<ShareButton />}>
          In Safari, tap <b>Share</b>.
        </Step>
        <Step picture={<HomeScreenRow />}>
          Choose <b>Add to Home Screen</b>, then Add.
        </Step>
        <Step picture={<AppOnHomeScreen />}>
          Open <b>Mila</b> from your home screen, and turn on notifications here.
        </Step>
      </ol>
    </>
  );
}

export type App = ChannelOf<"notification">;

/** @param apps the apps that this Mila has set up */
export function SecureSteps({ apps }: { apps: App[] }) {
  return (
    <>
      <p>Browsers allow notifications only at an address that starts with https.</p>
      <ol className="push-steps">
        {apps.map((app) => (
          <Step key={app} picture={<PhoneWithBell />}>
            Use an app instead:{" "}
            <Link className="text-link" to={`/preferences/notifications/${app}`}>
              {channelFacts[app].name}
            </Link>{" "}
            works right away.
          </Step>
        ))}
        <Step picture={<LockedAddress />}>
          Give Mila an https address. Its owner finds the steps in docs/at-home.md.
        </Step>
      </ol>
    </>
  );
}

function Step({ picture, children }: { picture: ReactNode; children: ReactNode }) {
  return (
    <li className="push-step">
      <svg viewBox="0 0 72 96" className="push-picture" aria-hidden="true">
        <rect x="2" y="2" width="68" height="92" rx="10" className="push-picture-screen" />
        {picture}
      </svg>
      <span>{children}</span>
    </li>
  );
}

function ShareButton() {
  return (
    <>
      <path d="M12 16h48M12 26h48M12 36h30" />
      <path d="M2 74h68" />
      <g className="push-picture-mark">
        <path d="M31 81h-3v10h16v-10h-3M36 87V75M32 79l4-4 4 4" />
      </g>
    </>
  );
}

function HomeScreenRow() {
  return (
    <>
      <path d="M12 24h36M12 40h36M12 72h36" />
      <g className="push-picture-mark">
        <path d="M10 50h52v12H10zM50 53h6v6h-6zM53 54.5v3M51.5 56h3M16 56h26" />
      </g>
    </>
  );
}

function AppOnHomeScreen() {
  return (
    <>
      <path d="M12 14h12v12H12zM30 14h12v12H30zM48 14h12v12H48zM12 34h12v12H12z" />
      <g className="push-picture-mark">
        <path d="M30 34h12v12H30zM33 43v-6l3 4 3-4v6" />
      </g>
    </>
  );
}

function PhoneWithBell() {
  return (
    <>
      <path d="M12 62h48M12 72h30" />
      <g className="push-picture-mark">
        <path d="M10 14h52v26H10zM16 32h10c-2-3-1-9-5-9s-3 6-5 9zM20 35h2M32 24h24M32 32h16" />
      </g>
    </>
  );
}

function LockedAddress() {
  return (
    <>
      <path d="M12 40h48M12 50h48M12 60h30" />
      <g className="push-picture-mark">
        <path d="M8 12h56v14H8zM13 19h6v5h-6zM14 19v-2a2 2 0 0 1 4 0v2M24 20h32" />
      </g>
    </>
  );
}
