import { parse, View } from 'vega';
import { compile, type TopLevelSpec } from 'vega-lite';
import { TITLES } from './contestants.ts';
import type { Series } from './growth.ts';
import type { Row } from './table.ts';

const toSvg = (spec: TopLevelSpec): Promise<string> =>
  new View(parse(compile(spec).spec), { renderer: 'none' }).toSVG();

/** CPU of each contestant in each workload, relative to raw. */
export function drawComparison(rows: readonly Row[]): Promise<string> {
  const servers = [...new Set(rows.map(({ contestant }) => TITLES[contestant]))];
  return toSvg({
    title: 'Server CPU per request, as a multiple of raw (less is better)',
    background: 'white',
    data: {
      values: rows.map(({ workload, contestant, ratio }) => ({
        workload,
        server: TITLES[contestant],
        ratio: Number(ratio.toFixed(2)),
      })),
    },
    facet: { column: { field: 'workload', type: 'nominal', title: null } },
    spec: {
      width: 120,
      height: 240,
      encoding: {
        x: { field: 'server', type: 'nominal', sort: servers, axis: null },
        y: { field: 'ratio', type: 'quantitative', title: 'multiple of raw' },
      },
      layer: [
        {
          mark: 'bar',
          encoding: {
            color: {
              field: 'server',
              type: 'nominal',
              sort: servers,
              title: null,
              legend: { orient: 'bottom' },
            },
          },
        },
        {
          mark: { type: 'text', dy: -6, fontSize: 10 },
          encoding: { text: { field: 'ratio', type: 'quantitative', format: '.1f' } },
        },
      ],
    },
  });
}

/** Cost per item at each size. A flat line means linear growth; a rising one is worse. */
export function drawGrowth(series: readonly Series[]): Promise<string> {
  return toSvg({
    title: 'Server CPU per item against size',
    background: 'white',
    data: {
      values: series.flatMap(({ title, points }) =>
        points.map(({ size, cpu }) => ({ title, size, perItem: cpu / size })),
      ),
    },
    facet: { field: 'title', type: 'nominal', title: null },
    columns: 2,
    spec: {
      width: 300,
      height: 180,
      mark: { type: 'line', point: true },
      encoding: {
        x: { field: 'size', type: 'quantitative', scale: { type: 'log' }, title: 'items' },
        y: { field: 'perItem', type: 'quantitative', scale: { type: 'log' }, title: 'µs per item' },
      },
    },
    resolve: { scale: { x: 'independent', y: 'independent' } },
  });
}
