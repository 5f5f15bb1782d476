"""Writes statistics.json, the values that tests/statistics.rs compares with.

Needs scipy and statsmodels: pip install scipy statsmodels; python statistics.py > statistics.json
"""

import json
import math
import random

import scipy
import statsmodels
from scipy import special, stats
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.proportion import proportions_ztest

rng = random.Random(20160920)


def normals():
    xs = [-8.0, -3.5, -1.0, -0.1, 0.0, 1e-9, 0.3, 0.7, 1.3, 1.99, 2.0, 2.01, 3.0, 5.0, 9.0, 20.0]
    return [{"x": x, "erfc": special.erfc(x), "cdf": special.ndtr(x)} for x in xs]


def proportions():
    cases = [(0, 25), (1, 25), (2, 25), (12, 25), (25, 25), (345, 1000), (363, 750), (1, 1), (0, 1), (499, 500), (1164, 2800)]
    rows = []
    for k, n in cases:
        wilson = stats.binomtest(k, n).proportion_ci(method="wilson")
        p = k / n
        low, high = stats.norm.interval(0.95, loc=p, scale=math.sqrt(p * (1 - p) / n)) if 0 < k < n else (p, p)
        rows.append({"k": k, "n": n, "wilson": [wilson.low, wilson.high], "normal": [low, high]})
    return rows


def means():
    rows = []
    for n in (2, 5, 40, 300):
        values = [round(rng.gauss(20, 15), 1) for _ in range(n)]
        rows.append({"values": values, "mean": float(sum(values) / n), "sem": float(stats.sem(values))})
    return rows


def two_proportions():
    cases = [(417, 1000, 345, 1000), (43, 750, 41, 750), (2, 25, 25, 25), (0, 25, 1, 25), (300, 750, 363, 750)]
    rows = []
    for a, n, b, m in cases:
        z, p = proportions_ztest([a, b], [n, m])
        chi2 = stats.chi2_contingency([[a, n - a], [b, m - b]], correction=False).pvalue
        assert math.isclose(p, chi2, rel_tol=1e-9)
        rows.append({"a": [a, n], "b": [b, m], "z": float(z), "p": float(p)})
    return rows


def mann_whitney():
    samples = []
    for n, m in ((1, 1), (3, 4), (5, 8), (8, 20), (8, 50)):
        values = rng.sample(range(1000), n + m)
        samples.append((values[:n], values[n:], "exact"))
    for n, m in ((4, 6), (10, 12), (25, 25), (75, 100), (300, 500)):
        a = [rng.randrange(0, 12) for _ in range(n)]
        b = [rng.randrange(0, 12) + (rng.random() < 0.2) for _ in range(m)]
        samples.append((a, b, "asymptotic"))
    samples.append(([round(rng.random(), 6) for _ in range(60)], [round(rng.random() + 0.15, 6) for _ in range(70)], "asymptotic"))
    rows = []
    for a, b, method in samples:
        found = stats.mannwhitneyu(a, b, alternative="two-sided", use_continuity=True, method=method)
        greater = sum(x > y for x in a for y in b)
        less = sum(x < y for x in a for y in b)
        rows.append({"a": a, "b": b, "u": float(found.statistic), "p": float(found.pvalue), "cliff": (greater - less) / (len(a) * len(b))})
    return rows


def wilcoxon():
    rows = []

    def row(differences, **options):
        found = stats.wilcoxon(differences, zero_method="wilcox", correction=False, **options)
        rows.append({"d": differences, "w": float(found.statistic), "p": float(found.pvalue)})

    for n in (1, 5, 10, 20, 50):
        magnitudes = rng.sample(range(1, 400), n)
        row([float(m if rng.random() < 0.65 else -m) for m in magnitudes], method="exact")
    # Ties and zeros: the exact distribution by going through all sign patterns.
    for differences in ([1.0, 1.0, -1.0, 2.0, 3.0, 3.0, -2.0], [0.0, 4.0, 4.0, -4.0, 0.0, 8.0, -12.0, 12.0, 16.0, 20.0]):
        nonzero = [d for d in differences if d != 0]
        row(nonzero, method=stats.PermutationMethod(n_resamples=2 ** len(nonzero)))
        rows[-1]["d"] = differences
    for n in (62, 80, 200):
        row([float(rng.randrange(-9, 12)) for _ in range(n)], method="asymptotic")
    return rows


def holm():
    rows = []
    for ps in ([0.01], [0.04, 0.03, 0.02, 0.01], [0.5, 0.001, 0.2, 0.001, 0.9, 0.04], [rng.random() ** 3 for _ in range(30)]):
        rows.append({"p": ps, "corrected": [float(p) for p in multipletests(ps, method="holm")[1]]})
    return rows


def quantiles():
    values = [rng.randrange(-5, 30) for _ in range(37)]
    qs = [0.0, 0.1, 0.25, 0.5, 0.75, 0.9, 1.0]
    found = [float(stats.mstats.mquantiles(values, prob=[q], alphap=1, betap=1)[0]) for q in qs]
    return {"values": values, "q": qs, "quantiles": found}


print(json.dumps({
    "made_with": f"scipy {scipy.__version__}, statsmodels {statsmodels.__version__}",
    "normal": normals(),
    "proportion": proportions(),
    "mean": means(),
    "two_proportions": two_proportions(),
    "mann_whitney": mann_whitney(),
    "wilcoxon": wilcoxon(),
    "holm": holm(),
    "quantile": quantiles(),
}, indent=1))
