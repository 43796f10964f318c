/** Tags of HTML and SVG, and tags that frameworks provide. Any other tag may be a component. */

const NATIVE: ReadonlySet<string> = new Set(
  `a abbr address area article aside audio b base bdi bdo blockquote body br button canvas caption cite code col
  colgroup data datalist dd del details dfn dialog div dl dt em embed fieldset figcaption figure font footer form h1 h2
  h3 h4 h5 h6 head header hgroup hr html i iframe img input ins kbd label legend li link main map mark menu meta meter
  nav noscript object ol optgroup option output p picture pre progress q rp rt ruby s samp script search section select
  slot small source span strong style sub summary sup table tbody td template textarea tfoot th thead time title tr
  track u ul var video wbr center marquee portal
  svg animate circle defs desc ellipse filter foreignobject g image line lineargradient marker mask path pattern polygon
  polyline radialgradient rect stop symbol text textpath tspan use view animatetransform animatemotion clippath set
  feblend fecolormatrix fecomposite feflood fegaussianblur feimage femerge femergenode femorphology feoffset
  feturbulence fedropshadow math mi mn mo mrow msup
  component fragment`.split(/\s+/),
);

export function isNativeTag(name: string): boolean {
  return /^[a-z]/.test(name) && !name.includes(".") && NATIVE.has(name.toLowerCase());
}
