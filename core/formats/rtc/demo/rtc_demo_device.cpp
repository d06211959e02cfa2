#include "core/formats/rtc/demo/rtc_demo_device.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace traceglass::rtc {

namespace {

constexpr double kStep = 0.001;
constexpr double kTorquePerAmpere = 0.08;
constexpr double kInertia = 4e-4;
constexpr double kFriction = 1.5e-4;
constexpr double kResistance = 0.18;
constexpr double kHeatCapacity = 12;
constexpr double kAmbient = 24;

}

const char* demoStateName(DemoState state)
{
    static constexpr std::array kNames = {"boot",     "idle",  "ramp up",  "running",
                                          "derating", "fault", "ramp down"};
    return kNames[static_cast<std::size_t>(state)];
}

// What the firmware decides.
void DemoDevice::control()
{
    switch (state) {
    case DemoState::boot:
    case DemoState::idle:
        target = 0;
        if (state == DemoState::idle && commanded > 0)
            state = DemoState::rampUp;
        break;
    case DemoState::rampUp:
    case DemoState::rampDown:
        target += std::clamp(commanded - target, -60 * kStep, 40 * kStep);
        if (target == commanded && std::abs(speed - target) < 3)
            state = commanded > 0 ? DemoState::running : DemoState::idle;
        break;
    case DemoState::running:
    case DemoState::derating:
        if (commanded != target)
            state = commanded > target ? DemoState::rampUp : DemoState::rampDown;
        else if (temperature > 105)
            state = DemoState::fault;
        else if (temperature > 92)
            state = DemoState::derating;
        else if (temperature < 84)
            state = DemoState::running;
        break;
    case DemoState::fault:
        target = 0;
        if (temperature < 60 && speed < 1)
            state = DemoState::idle;
        break;
    }
}

void DemoDevice::step()
{
    control();

    // Parcels come onto the belt in groups and leave it one by one.
    if (random.below(2'600) == 0)
        m_parcel = std::min(1.0, m_parcel + 0.25 + random.noise(0.08));
    m_parcel = std::max(0.0, m_parcel - 0.11 * kStep);
    belt += (m_parcel - belt) * kStep * 4;

    const double limit = state == DemoState::derating ? 7 : state == DemoState::fault ? 0 : 18;
    const double error = target - speed;
    m_integral = std::clamp(m_integral + error * 2 * kStep, -4.0, 14.0);
    if (target == 0)
        m_integral = 0;
    const double wanted = target == 0 ? 0 : std::clamp(0.5 * error + m_integral, -limit, limit);
    current += (wanted - current) * 0.3 + random.noise(0.04);

    const double drag = load * (0.4 + 0.6 * speed / 314) * (0.55 + 0.45 * belt);
    const double torque = current * kTorquePerAmpere - kFriction * speed - (speed > 0.5 ? drag : 0);
    speed = std::max(0.0, speed + torque / kInertia * kStep);
    if (target == 0 && speed < 1)
        speed = 0;
    angle += speed * kStep / (2 * std::numbers::pi);
    angle -= std::floor(angle);

    const double heatResistance = fanBlocked ? 12 : 3.5;
    const double heat = current * current * kResistance;
    temperature += (heat - (temperature - kAmbient) / heatResistance) / kHeatCapacity * kStep;
    voltage += (24.3 - 0.06 * std::abs(current) - voltage) * 0.02 + random.noise(0.003);

    // Unbalance grows with the square of the speed; a worn bearing knocks 3.57 times a turn.
    const double turns = 2 * std::numbers::pi * angle;
    const double unbalance = 0.16 * (speed / 100) * (speed / 100);
    const double phase = std::fmod(3.57 * angle, 1.0);
    const double knock = wear * unbalance * 5 * std::exp(-phase * 14) * std::cos(phase * 90);
    accel[0] = unbalance * std::sin(turns) + knock + random.noise(0.035);
    accel[1] = 0.8 * unbalance * std::cos(turns) + 0.4 * knock + random.noise(0.035);
    accel[2] = 9.81 + 0.3 * unbalance * std::sin(2 * turns) + 0.7 * knock + random.noise(0.03);
}

}
