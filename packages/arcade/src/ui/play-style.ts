// How the cabinet looks while a game is on: the picture has a place of its own, and nothing lies over it. A bar below it
// has figures, words and buttons; touch pads stand under it on a phone held upright, and at its sides on one held across.

/** The width of the pads at either side of a phone that lies across: two buttons of a thumb's width. */
const SIDE = 'clamp(108px,14vw,190px)';
/** Beside a timeline, where the picture needs the room: still two buttons of 44 px. */
const SLIM_SIDE = '112px';

/**
 * 'none': until the first view is shown nothing is to be seen, and so nothing jumps to its place. Between the stage and
 * a screen that stands over it the bar has the one line that is said, and is there for as long as it is.
 */
const EVERYWHERE = `
.arcade[data-view=none]>*{visibility:hidden}
.arcade-stage{grid-area:stage;position:relative;min-width:0;min-height:0;outline:none;overflow:hidden}
.arcade-stage canvas{position:absolute;inset:0;margin:auto;display:block}
.arcade-bar{grid-area:bar;display:flex;gap:8px 22px;align-items:center;flex-wrap:wrap;border-top:var(--rule);padding:8px 20px;min-height:58px;min-width:0}
.arcade:not([data-view=play]) :is(.arcade-bar,.arcade-pads){display:none}
.arcade[data-view=over] .arcade-bar:has(.arcade-status:not(:empty)){display:flex}
.arcade[data-view=over] .arcade-bar>:not(.arcade-status){display:none}
.arcade-controls{margin-left:auto;display:flex;gap:8px}
.arcade-controls .arcade-button{font-size:17px;padding:9px 14px 10px;min-height:40px}
.arcade[data-watching=yes] .is-pause,.arcade:not([data-watching=yes]) .is-leave{display:none}
`;

const WORDS = `
.arcade-status{flex:1 1 15em;min-width:0;background:var(--ink);color:var(--paper);padding:6px 14px 7px;line-height:1.2}
.arcade-status:empty{display:none}
.arcade-status:not(:empty)~:is(.arcade-joins,.arcade-hint){display:none}
.arcade-joins{display:flex;flex-wrap:wrap;gap:6px 10px}
.arcade-joins:empty{display:none}
.arcade-join{display:flex;flex-wrap:wrap;gap:0 .4em;align-items:baseline;border:var(--rule);border-left:10px solid var(--player,var(--ink));padding:4px 12px 5px;line-height:1.2}
.arcade-join b{font-weight:700}
.arcade-join kbd,.arcade-hint kbd{font:inherit;color:var(--quiet)}
.arcade-hint{display:flex;flex-wrap:wrap;gap:2px 22px;min-width:0}
.arcade-hint span{display:inline-flex;align-items:center;gap:8px}
.arcade-hint span::before{content:"";flex:none;width:8px;height:20px;background:var(--player,var(--ink))}
.arcade[data-touch=yes] .arcade-hint kbd{display:none}
`;

const FIGURES = `
.arcade-hud{display:flex;flex-wrap:wrap;gap:4px 20px;align-items:flex-end;font-variant-numeric:tabular-nums}
.arcade-hud[hidden],.arcade-hud dl[hidden]{display:none}
.arcade-hud dl{display:flex;flex-direction:column-reverse;gap:5px;line-height:1.1}
.arcade-hud dt{font-size:13px;color:var(--quiet);letter-spacing:.06em;text-transform:uppercase}
.arcade-hud dd{font-size:19px;font-weight:600;white-space:nowrap;min-width:2.6em}
.arcade-graph{display:flex;gap:5px}
.arcade-graph canvas{width:150px;height:36px;display:block;background:var(--soft)}
.arcade-axis{display:flex;flex-direction:column;justify-content:space-between;font-size:13px;font-weight:500;line-height:1;color:var(--quiet);text-align:right;min-width:2ch}
.arcade-hud .is-wrong{color:var(--accent)}
`;

const PADS = `
.arcade-pads{grid-area:pads;display:none;gap:12px;padding:12px;height:min(30vh,260px);touch-action:none;border-top:var(--rule)}
.arcade[data-touch=yes][data-view=play] .arcade-pads{display:flex}
.arcade-pad{flex:1;display:flex;gap:12px;touch-action:none;min-width:0}
.arcade-pad:not(:only-child){flex-direction:column}
.arcade-pad[data-role]::before{content:attr(data-role);text-align:center;line-height:1;margin:-2px 0 -4px}
.arcade-thumb{flex:1;display:flex;gap:inherit;min-width:0;min-height:0}
.arcade-pad:not(:only-child) .arcade-thumb:only-child{flex-direction:column}
.arcade-pad-key{flex:1;min-width:0;min-height:0;font:700 56px/1 var(--face);color:var(--ink);background:var(--soft);border:var(--rule);box-shadow:inset 0 -8px var(--player,var(--ink));border-radius:0;padding:0;touch-action:none;overflow:hidden}
.arcade-pad-key.is-word{font-size:clamp(16px,4.4vw,32px)}
.arcade-pad-key.is-held{background:var(--player,var(--ink));color:var(--paper)}
`;

/** A phone held upright, or a narrow window. */
const NARROW = `
@media (max-width:760px){
.arcade-bar{padding:8px 12px;gap:8px 14px}
.arcade-controls{gap:6px}
.arcade-controls .arcade-button{font-size:16px;padding:9px 9px 10px}
.arcade-hud{gap:6px 16px}
.arcade-hud dd{font-size:17px;min-width:2.2em}
.arcade-hud dl:nth-child(n+3):not(:last-child){display:none}
.arcade-graph canvas{width:124px}
.arcade-joins{flex:1 1 100%}
.arcade-status{flex:1 1 100%;order:-1;min-height:54px}
.arcade-status:not(:empty)~.arcade-hud,.arcade-bar:has(.arcade-status:not(:empty)) .arcade-hud{display:none}
}
`;

/** A phone held across, or a low window. */
const LOW = `
@media (max-height:520px) and (orientation:landscape) and (min-width:560px){
.arcade-bar{flex-wrap:nowrap}
}
@media (max-height:520px) and (orientation:landscape){
.arcade-bar{min-height:0;padding:3px 12px;gap:4px 14px}
.arcade-controls .arcade-button{min-height:40px;padding:6px 12px;white-space:nowrap}
.arcade-hud{flex-wrap:nowrap;gap:14px}
.arcade-hud dl{gap:2px}
.arcade-hud dd{font-size:17px;min-width:2em}
.arcade-hud dl:nth-child(n+3):not(:last-child){display:none}
.arcade-graph canvas{width:112px;height:24px}
.arcade-axis{font-size:12px}
.arcade-status{min-height:40px;display:flex;align-items:center}
.arcade-status:empty{display:none}
.arcade-bar:has(.arcade-status:not(:empty)) .arcade-hud{display:none}
.arcade-join{padding:3px 10px 4px}
.arcade[data-touch=yes][data-view=play]{grid-template:"left stage right" minmax(0,1fr) "bar bar bar" auto/var(--left,${SIDE}) minmax(0,1fr) var(--right,${SIDE})}
.arcade[data-touch=yes][data-view=play]:not(:has(.arcade-pad:not(:only-child),.is-left)){--left:0px}
.arcade[data-touch=yes][data-view=play]:not(:has(.arcade-pad:not(:only-child),.is-right)){--right:0px}
.arcade[data-touch=yes][data-view=play] .arcade-pads{grid-area:1/1/2/-1;display:grid;grid-template-columns:subgrid;align-items:end;height:auto;padding:0;gap:0;border:0;pointer-events:none}
.arcade-pads .arcade-pad,.arcade-pads .arcade-pad:not(:only-child){grid-row:1;flex-direction:column;gap:6px;height:100%;padding:6px;pointer-events:auto}
.arcade-pads .arcade-pad:only-child{grid-column:1/-1;display:grid;grid-template-columns:subgrid;align-items:end;padding:0;pointer-events:none}
.arcade-pad:only-child .arcade-thumb{height:min(100%,240px);padding:6px;pointer-events:auto}
.arcade-thumb{gap:6px}
.arcade-pad:only-child .is-left{grid-column:1}
.arcade-pad:only-child .is-right{grid-column:-2}
.arcade-pad .arcade-thumb:only-child{flex-direction:column;height:100%}
.arcade-pads .arcade-pad:nth-child(1):not(:only-child),.arcade-pads:has(.arcade-pad:nth-child(3)) .arcade-pad:nth-child(2){grid-column:1}
.arcade-pads .arcade-pad:nth-child(2),.arcade-pads .arcade-pad:nth-child(n+3){grid-column:-2}
.arcade-pads:has(.arcade-pad:nth-child(3)) .arcade-pad{width:50%;padding:8px 4px}
.arcade-pads:has(.arcade-pad:nth-child(3)) .arcade-thumb{flex-direction:column}
.arcade-pads:has(.arcade-pad:nth-child(3)) .arcade-pad:is(:nth-child(2),:nth-child(4)){justify-self:end}
.arcade-pad-key{font-size:min(44px,10vh)}
.arcade-pad-key.is-word{font-size:clamp(14px,1.75vw,24px)}
.arcade[data-touch=yes][data-timeline][data-view=play]{--left:${SLIM_SIDE};--right:${SLIM_SIDE}}
}
`;

export const PLAY_STYLE = EVERYWHERE + WORDS + FIGURES + PADS + NARROW + LOW;
