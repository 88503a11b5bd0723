// How the strip of a visitor alone looks.
import { installStyle } from '../ui/install-style.js';

const STYLE = `
.arcade-solo{order:-1;flex:1 1 100%;display:flex;flex-wrap:wrap;gap:8px 22px;align-items:stretch;padding-bottom:8px;border-bottom:1px solid var(--soft)}
.arcade-rival{display:flex;align-items:center;gap:8px;color:var(--quiet)}
.arcade-rival .arcade-key{min-height:44px}
.arcade-segments{display:flex;align-items:stretch}
.arcade-segments[hidden]{display:none}
.arcade-segments-name{align-self:center;color:var(--quiet);margin-right:8px}
.arcade-segments kbd{font:inherit;margin-left:.4em;padding:0 5px;border:1px solid var(--quiet)}
.arcade[data-touch=yes] .arcade-segments kbd{display:none}
.arcade-segment{font:600 17px/1.1 var(--face);color:var(--ink);background:none;border:var(--rule);border-radius:0;padding:5px 12px;min-height:44px;cursor:pointer;white-space:nowrap}
.arcade-segment+.arcade-segment{border-left:0}
.arcade-segment:hover{background:var(--soft)}
.arcade-segment[aria-pressed=true]{background:var(--ink);color:var(--paper)}
.arcade-segment abbr{display:none;text-decoration:none}
.arcade-segment small{display:block;font-size:14px;font-weight:500;font-variant-numeric:tabular-nums;min-width:7.4em}
.arcade-segment small:empty{display:none}
.arcade-blind li+li{margin-top:4px}.arcade-blind .is-best{font-weight:700}
.arcade[data-blind] :is(.arcade-hud,.arcade-flight){visibility:hidden}
@media (max-width:760px){
.arcade-solo{gap:6px}
.arcade-segments-name{display:none}
.arcade-segments{flex:1 1 100%;order:1}
.arcade-segment.is-blind{padding:4px 14px}
.arcade-segment{flex:1;padding:4px 2px;font-size:16px;min-width:0}
.arcade-segment small{min-width:0}
.arcade-segment span:has(+abbr){display:none}.arcade-segment abbr{display:inline}
.arcade-solo~.arcade-hud dl:nth-child(n+3){display:none}}
@media (max-height:520px) and (orientation:landscape){
.arcade-bar:has(.arcade-solo){flex-wrap:nowrap}
.arcade-solo{flex:0 1 auto;order:0;flex-wrap:nowrap;padding:0;border:0;gap:8px}
.arcade-solo~:is(.arcade-hud,.arcade-hint),.arcade-segments-name,.arcade-segment:not([aria-pressed=true],.is-blind){display:none}
.arcade-rival{font-size:0;gap:0}
.arcade-segment,.arcade-segment+.arcade-segment{border:var(--rule);padding:2px 8px;min-height:40px}
.arcade-segment small{min-width:0}}
`;

export const installSoloStyle = (): void => installStyle('solo', STYLE);
